// How current the numbers of a page are; its script shows it.
import type { MessageCatalog } from '../../messages/catalog.js'

export const LiveState = ({ texts }: { readonly texts: MessageCatalog['web']['frame']['live'] }) => (
  <p
    class="live-state"
    role="status"
    hidden
    data-live-state=""
    data-live-text={texts.live}
    data-polling-text={texts.polling}
    data-offline-text={texts.offline}
  >
    <span />
  </p>
)
