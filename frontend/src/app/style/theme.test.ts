import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, 'theme.css'), 'utf8')

/** The colours of a theme: name to lightness, chroma and hue. */
function coloursOf(theme: string) {
  const block = css.split('@plugin "daisyui/theme"').find((part) => part.includes(`name: "${theme}"`)) ?? ''
  const entries = [...block.matchAll(/--(?:color-)?([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)]
  return new Map(entries.map(([, name = '', ...numbers]) => [name, numbers.map(Number)]))
}

/** Linear red, green and blue, 0 to 1, of an oklch colour: lightness in per cent, chroma, hue in degrees. */
function channelsOf([lightness = 0, chroma = 0, hue = 0]: number[]): number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return [red, green, blue].map((channel) => Math.min(1, Math.max(0, channel)))
}

/** Relative luminance (WCAG 2) of an oklch colour. */
function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** An oklch colour as the head of the page names it: "#fcfaf6". */
function hexOf(colour: number[]): string {
  const bytes = channelsOf(colour).map((linear) =>
    Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)),
  )
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function contrast(one: number[], other: number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const roles = ['primary', 'secondary', 'accent', 'neutral', 'info', 'success', 'warning', 'error']

/** Text on its ground: 4.5 to 1. */
const texts = [
  ...roles.map((role) => [`${role}-content`, role]),
  ...['base-100', 'base-200', 'base-300'].map((ground) => ['base-content', ground]),
  ...['muted', 'primary', 'secondary', 'info', 'success', 'warning', 'error'].flatMap((text) => [
    [text, 'base-100'],
    [text, 'base-200'],
  ]),
  ['muted', 'base-300'],
]

/** Borders of controls on their ground: 3 to 1. */
const controls = [
  ['rule', 'base-100'],
  ['rule', 'base-200'],
]

describe.each(['light', 'dark'])('the %s theme', (theme) => {
  const colours = coloursOf(theme)
  const ratio = (one = '', other = '') => contrast(colours.get(one) ?? [], colours.get(other) ?? [])

  it('names every colour', () => {
    const wanted = new Set([...texts, ...controls].flat())
    expect([...wanted].filter((name) => !colours.has(name))).toEqual([])
  })

  it('colours the browser like its pages', () => {
    const index = readFileSync(path.join(import.meta.dirname, '../../../index.html'), 'utf8')
    expect(index).toContain(`data-${theme}="${hexOf(colours.get('base-100') ?? [])}"`)
  })

  it.each(texts)('sets %s on %s readably', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(controls)('draws %s on %s visibly', (border, ground) => {
    expect(ratio(border, ground)).toBeGreaterThanOrEqual(3)
  })
})

describe('the measure of contrast', () => {
  it('knows black and white', () => {
    expect(contrast([0, 0, 0], [100, 0, 0])).toBeCloseTo(21, 1)
  })
})
