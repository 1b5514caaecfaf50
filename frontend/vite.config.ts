import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { fetchedBeside, firstLoad, groups, noCircles } from './scripts/parts.ts'

/** A folder of data that the server and the interface share. */
const shared = (folder: string) => fileURLToPath(new URL(`../hooks/${folder}`, import.meta.url))

const productionRouter = fileURLToPath(
  new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
)

const server = 'http://127.0.0.1:8090'

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), firstLoad(), noCircles()],
  resolve: {
    alias: [
      { find: '#web', replacement: shared('web') },
      { find: '#domain', replacement: shared('domain') },
      // Its package names only the build with warnings for developers.
      ...(command === 'build' ? [{ find: /^react-router$/, replacement: productionRouter }] : []),
    ],
  },
  server: { proxy: { '/api': server, '/_/': server }, fs: { allow: ['.', shared('web'), shared('domain')] } },
  build: {
    outDir: '../pb_public/dist',
    emptyOutDir: true,
    // No data: URLs, because the content security policy allows only 'self'.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, scripts, { hostType }) =>
        hostType === 'html' ? scripts : fetchedBeside(file, scripts),
    },
    // The server reads the files of each page from the manifest (hooks/web).
    manifest: true,
    rolldownOptions: {
      output: {
        // The first script names every other one: shorter names keep it small. So many files need 7 characters.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'testing/**/*.test.{ts,tsx}'],
    setupFiles: ['testing/setup.ts'],
    env: { TZ: 'Australia/Sydney' },
    testTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
  },
}))
