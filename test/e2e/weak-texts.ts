/**
 * Script for a page: the visible texts whose contrast with what lies behind them is below 4.5 to 1 (WCAG 2, level AA). Counts
 * of zero are meant to recede.
 */
export const weakTexts = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const over = (color, ground) => {
    canvas.fillStyle = 'rgb(' + ground.join(' ') + ')'
    canvas.fillRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const luminance = color => {
    const [red, green, blue] = color.map(part => part / 255 <= 0.04 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = element =>
    element === null ? [255, 255, 255] : over(getComputedStyle(element).backgroundColor, groundOf(element.parentElement))
  const says = element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== '')
  return [...document.querySelectorAll('body *')]
    .filter(element => element.checkVisibility() && says(element))
    .filter(element => !element.closest('.zero, [hidden], legend, .announce, script'))
    .flatMap(element => {
      const ground = groundOf(element)
      const [light, dark] = [ground, over(getComputedStyle(element).color, ground)].map(luminance).sort((a, b) => b - a)
      const contrast = (light + 0.05) / (dark + 0.05)
      return contrast < 4.5 ? [(element.className || element.tagName) + ': ' + contrast.toFixed(2)] : []
    })
})()`
