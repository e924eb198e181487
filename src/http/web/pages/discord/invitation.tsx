// The link with which a person adds the bot to a Discord server.
import { invitationAddress } from '../../../../domain/bot-permissions.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'settings'>
  readonly clientId: string
  readonly text: string
}

export const Invitation = ({ context: { settings }, clientId, text }: Props) => (
  <a class="button" href={invitationAddress(clientId, { origin: settings.discordOrigin })} rel="noreferrer">
    {text}
  </a>
)
