// Which modules come in one file, and which files come first.
import path from 'node:path'
import type { Plugin } from 'vite'
import pages from '../../hooks/web/pages.json' with { type: 'json' }

/** The small script that arrives before the others. */
const FIRST = 'first.ts'

/** What mounts the interface. */
const MAIN = 'main.tsx'

/** The front page: most visits begin there, and what it is made of serves other pages too. */
const FRONT = 'app/public/home-page.tsx'

/** What nearly every page says where it has nothing to show. */
const FAILURE = 'ui/feedback/load-failure.tsx'

const pagesOf = (wanted: (path: string, kind: string) => boolean) =>
  pages
    .filter(({ path, kind }) => wanted(path, kind))
    .flatMap(({ parts }) => parts.map((part) => `app/${part}-page.tsx`))

/** The pages that people see who are not signed in. */
const VISITED = pagesOf((_, kind) => kind !== 'signedIn')

/** Those of them that lead to an account. */
const ENTRANCES = pagesOf((_, kind) => kind === 'entrance' || kind === 'unlisted')

const OTHERS = VISITED.filter((page) => !ENTRANCES.includes(page))

/** What they fetch besides, when it comes near. */
const QUOTE_FORM = 'features/quotes/quote-form.tsx'

/** What the front page fetches when it comes near. */
const FRONT_PARTS = [
  'app/public/home-experts.tsx',
  'features/home/faq.tsx',
  'features/home/about.tsx',
  QUOTE_FORM,
]

/** What is fetched when the page is idle, and draws nothing else along. */
const MEASURING = 'app/start/measuring.ts'

const inSource = (file: string) => path.join(import.meta.dirname, '../src', file)

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }

/** True where `wanted` fits a module, or one that has to run before it. */
function needs(
  modules: Modules,
  id: string,
  wanted: (id: string) => boolean,
  seen = new Set<string>(),
): boolean {
  if (wanted(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return modules.getModuleInfo(id)?.importedIds.some((other) => needs(modules, other, wanted, seen)) ?? false
}

const isNeededBy = (file: string, id: string, modules: Modules) =>
  needs(modules, inSource(file), (other) => other === id)

/**
 * Modules that come in one file, because a dozen small files cost a phone more than their bytes:
 * - the libraries, which stay in the cache when only our own code changes. Those that keep the data
 *   of signed-in pages are apart: no public page loads them;
 * - the first script;
 * - the live connection, which public pages have too while somebody is signed in;
 * - what mounts the interface and shows the front page;
 * - what several parts share: the front page and others, public pages apart from it, their forms,
 *   login, sign-up and the pages that mails lead to, the quote form, and the signed-in pages.
 */
export const groups = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|jotai|valibot)\//,
    priority: 2,
  },
  { name: 'query', test: /node_modules\/@tanstack\//, priority: 2 },
  { name: 'live', test: /src\/lib\/live\/live\.ts$/, priority: 2 },
  { name: (id: string, modules: Modules) => (isNeededBy(FIRST, id, modules) ? 'first' : null), priority: 2 },
  {
    name: (id: string, modules: Modules) =>
      [MAIN, FRONT, FAILURE].some((file) => isNeededBy(file, id, modules)) ? 'index' : null,
    priority: 1,
  },
  {
    name: (id: string, modules: Modules) => {
      if (isNeededBy(MEASURING, id, modules)) return null
      if (!VISITED.some((file) => isNeededBy(file, id, modules)))
        return isNeededBy(QUOTE_FORM, id, modules) ? 'asking' : 'desk'
      if (needs(modules, id, (other) => other.includes('/react-hook-form/'))) return 'forms'
      if (FRONT_PARTS.some((file) => isNeededBy(file, id, modules))) return 'shared'
      return OTHERS.some((file) => isNeededBy(file, id, modules)) ? 'reading' : 'entrance'
    },
    test: /\/src\/|\/node_modules\/(lucide-react|react-hook-form|@hookform)\//,
    minShareCount: 2,
  },
]

/** What index.html loads: it is there before any page is fetched. */
const LOADED = /\/(vendor|rolldown-runtime|first|index)-/

/** Pages that people reach from a dashboard, which has loaded what they share. */
const BEHIND_DASHBOARDS =
  /\/(profile|profile-dashboard|settings|upload|assignment|tutor-assignments|assignments|users|quotes|activity)-page-/

/** The other scripts that are fetched at the same time as a file, instead of after it has arrived: those that may not be there yet. */
export const fetchedBeside = (file: string, scripts: string[]) =>
  BEHIND_DASHBOARDS.test(file) ? [] : scripts.filter((script) => script !== file && !LOADED.test(script))

/** The faces that every page begins with. */
const FACES = /source-(sans-3-latin-wght|serif-4-latin-600)-normal-[^/]*\.woff2$/

/**
 * Lets the first script run before the libraries have arrived, and has the two
 * faces that every page begins with fetched beside them.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const first = /\n *<script type="module"[^>]*\/first-[^>]*><\/script>/
        const tag = first.exec(html)?.[0] ?? ''
        const fonts = Object.keys(bundle).filter((file) => FACES.test(file))
        return {
          html: html.replace(first, '').replace('\n    <script type="module"', `${tag}$&`),
          tags: fonts.map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
        }
      },
    },
  }
}

/** Fails the build if files import one another in a circle: one of them would then run before what it needs. */
export function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_, bundle) {
      const done = new Set<string>()
      const follow = (file: string, way: string[]) => {
        if (way.includes(file)) this.error(`Files import one another: ${[...way, file].join(' -> ')}`)
        const chunk = bundle[file]
        if (done.has(file) || chunk?.type !== 'chunk') return
        for (const imported of chunk.imports) follow(imported, [...way, file])
        done.add(file)
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}
