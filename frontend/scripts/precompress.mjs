// Writes a .gz and a .br beside every built file that compresses well, so that
// the server sends them without compressing anything itself.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = process.argv[2]
if (!dist) throw new Error('usage: precompress.mjs <folder of the built interface>')

const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/
const files = await readdir(dist, { recursive: true, withFileTypes: true })

for (const file of files) {
  if (!file.isFile() || !compressible.test(file.name)) continue
  const name = path.join(file.parentPath, file.name)
  const content = await readFile(name)
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await writeFile(`${name}.gz`, gzipSync(content, { level: 9 }))
  await writeFile(`${name}.br`, brotliCompressSync(content, brotli))
}
