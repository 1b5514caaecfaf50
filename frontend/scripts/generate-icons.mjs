// Renders the icons that cannot be SVG from public/favicon.svg. The result is
// committed, so that a build needs no browser.
// usage: CHROMIUM=/usr/bin/chromium node scripts/generate-icons.mjs public
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'

const folder = process.argv[2]
if (!folder) throw new Error('usage: generate-icons.mjs <folder with favicon.svg>')

const drawing = Buffer.from(await readFile(path.join(folder, 'favicon.svg'))).toString('base64')
const paper = '#fcfaf6'

/** `room` is the share of a side that the drawing takes, because systems crop maskable icons. */
const icons = [
  { file: 'icon-192.png', size: 192, room: 1 },
  { file: 'icon-512.png', size: 512, room: 1 },
  { file: 'icon-maskable-512.png', size: 512, room: 0.62, ground: paper },
  { file: 'apple-touch-icon.png', size: 180, room: 0.8, ground: paper },
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const { file, size, room, ground = 'transparent' } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">
      <img width="${size * room}" height="${size * room}" src="data:image/svg+xml;base64,${drawing}">`,
  )
  await page.locator('img').evaluate((image) => image.decode())
  await page.screenshot({ path: path.join(folder, file), omitBackground: true })
  await page.close()
}
await browser.close()
