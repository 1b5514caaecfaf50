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

/** Relative luminance (WCAG 2) of an oklch colour: lightness in per cent, chroma, hue in degrees. */
function luminance([lightness = 0, chroma = 0, hue = 0]: number[]): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const shown = [red, green, blue].map((channel) => Math.min(1, Math.max(0, channel)))
  return 0.2126 * (shown[0] ?? 0) + 0.7152 * (shown[1] ?? 0) + 0.0722 * (shown[2] ?? 0)
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
