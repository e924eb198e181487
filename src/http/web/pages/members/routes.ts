// The routes with which the members of an account are managed.
import type { WebRoute } from '../../page.js'
import { askToRemoveMember, changeRole, removeMember } from './changes.js'
import { makeLink } from './links.js'
import { addMember, members } from './list.js'

export const membersRoutes: readonly WebRoute[] = [
  members,
  addMember,
  makeLink,
  changeRole,
  askToRemoveMember,
  removeMember,
]
