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

/** What a page says that stays while the service does not answer; its script opens it. */
export const AwayDialog = ({ texts }: { readonly texts: MessageCatalog['web']['frame']['away'] }) => (
  <dialog class="toast away" data-away aria-label={texts.text}>
    <p role="alert">{texts.text}</p>
    <button class="small" type="button">
      {texts.retry}
    </button>
  </dialog>
)
