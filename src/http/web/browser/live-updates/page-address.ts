// The address of what the page shows. It differs from that of the tab where two times were rejected, which stay there.

/** Undefined where the address of the tab is that of another state of the page, or nothing was rejected. */
function fitAddress(): string | undefined {
  const { shownAddress, fitAddress } = document.body.dataset
  if (shownAddress === undefined || fitAddress === undefined) return undefined
  return new URL(shownAddress, location.href).href === location.href.replace(/#.*$/, '') ? fitAddress : undefined
}

/** Whether the address has times that were rejected. */
export const isRejectedAddress = (): boolean => fitAddress() !== undefined

/** From which the page is fetched again. */
export const pageAddress = (): string => fitAddress() ?? location.pathname + location.search
