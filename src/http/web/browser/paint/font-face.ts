// The font of the page for a file: a saved drawing would otherwise show another font elsewhere, with letters of other widths.

/** A rule of CSS that contains the font; empty where the font cannot be read, so that the drawing is saved nevertheless. */
export async function fontFace(): Promise<string> {
  const rule = pageRules().find((one) => one instanceof CSSFontFaceRule)
  const base = rule?.parentStyleSheet?.href ?? location.href
  const address = /url\("?([^")]+)"?\)/.exec(rule?.style.getPropertyValue('src') ?? '')?.[1]
  if (rule === undefined || address === undefined) return ''
  const face = ['font-family', 'font-weight', 'font-style'].map(
    (name) => `${name}:${rule.style.getPropertyValue(name)}`,
  )
  try {
    const response = await fetch(new URL(address, base))
    if (!response.ok) return ''
    return `@font-face{${face.join(';')};src:url(${await dataAddress(await response.blob())}) format("woff2")}`
  } catch {
    return ''
  }
}

/** Only sheets of this origin can be read, and the pages have no others. */
const pageRules = (): CSSRule[] => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(`${reader.result}`)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
