// A script for a page: the texts of code that a copy button lies above.

export const COVERED_CODE = `[...document.querySelectorAll('.code-block')].flatMap((block) => {
  const { left, right, top, bottom } = block.querySelector('button').getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(block.querySelector('code'))
  const isCovered = (line) => line.right > left && line.left < right && line.bottom > top && line.top < bottom
  return right > left && [...text.getClientRects()].some(isCovered) ? [block.textContent] : []
})`
