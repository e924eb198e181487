// A select field for a role, with what each role may do.
import { ROLES, type Role } from '../../../../domain/account.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly id: string
  readonly chosen: Role
  /** The accessible label, where no visible label precedes the field. */
  readonly label?: string
  readonly isShort?: boolean
}

export const roleOf = (text: string | undefined): Role => ROLES.find((role) => role === text) ?? 'viewer'

export function RoleChoice({ catalog: { web }, id, chosen, label, isShort = false }: Props) {
  return (
    <select name="role" id={id} aria-label={label}>
      {ROLES.map((role) => (
        <option key={role} value={role} selected={role === chosen}>
          {isShort ? web.frame.roles[role] : web.members.roleWith(web.frame.roles[role], web.members.roles[role])}
        </option>
      ))}
    </select>
  )
}
