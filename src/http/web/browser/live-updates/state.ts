// Shows in the header whether the numbers of the page are current.

/** `live`: the service notifies the page of new numbers. `polling`: the page asks once a minute. `offline`: the service does not answer. */
export type LiveState = 'live' | 'polling' | 'offline'

const element = document.querySelector<HTMLElement>('[data-live-state]')

export const isPolling = (): boolean => element?.dataset.liveState === 'polling'

export function showState(state: LiveState): void {
  if (!element || element.dataset.liveState === state) return
  element.dataset.liveState = state
  const text = element.dataset[`${state}Text`] ?? ''
  element.title = text
  const label = element.querySelector('span')
  if (label) label.textContent = text
  element.hidden = false
}
