// Makes a part of the page like a newer one by changing the nodes that are there, so that the focus stays where it is (WEB-22),
// and a screen that shows the page for weeks keeps the same nodes (WEB-56).

export function patchPart(part: Element, newer: Element): void {
  patchAttributes(part, newer)
  patchChildren(part, newer)
}

function patchAttributes(element: Element, newer: Element): void {
  for (const { name } of [...element.attributes])
    if (!newer.hasAttribute(name) && !isReaders(element, name)) element.removeAttribute(name)
  for (const { name, value } of newer.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** What the reader opened stays open. */
const isReaders = (element: Element, name: string): boolean => name === 'open' && element instanceof HTMLDetailsElement

function patchChildren(element: Element, newer: Element): void {
  // The script that writes times in the zone of the browser sees only text that is replaced.
  if (newer.firstElementChild === null && element.firstElementChild === null) {
    if (element.textContent !== newer.textContent) element.textContent = newer.textContent
    return
  }
  const newNodes = [...newer.childNodes]
  while (element.childNodes.length > newNodes.length) element.lastChild?.remove()
  newNodes.forEach((next, index) => {
    const known = element.childNodes[index]
    if (known === undefined) element.append(document.importNode(next, true))
    else patchNode(known, next)
  })
}

function patchNode(node: ChildNode, newer: ChildNode): void {
  if (node instanceof Element && newer instanceof Element && node.tagName === newer.tagName) patchPart(node, newer)
  else if (node instanceof Text && newer instanceof Text) {
    if (node.data !== newer.data) node.data = newer.data
  } else node.replaceWith(document.importNode(newer, true))
}
