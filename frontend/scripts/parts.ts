// Which modules share a file, and which files load first.
import path from 'node:path'
import type { Plugin } from 'vite'
import pages from '../../hooks/web/pages.json' with { type: 'json' }

/** The small script that runs before the others. */
const FIRST = 'first.ts'

/** The module that mounts the interface. */
const MAIN = 'main.tsx'

/** The front page, where most visits begin. Other pages use its modules too. */
const FRONT = 'pages/public/home-page.tsx'

/** The error message that nearly every page can show. */
const FAILURE = 'ui/feedback/load-failure.tsx'

const pagesOf = (matches: (path: string, kind: string) => boolean) =>
  pages
    .filter(({ path, kind }) => matches(path, kind))
    .flatMap(({ parts }) => parts.map((part) => `pages/${part}-page.tsx`))

/** The pages for people who are not signed in. */
const VISITED = pagesOf((_, kind) => kind !== 'signedIn')

/** The pages among them that lead to an account. */
const ENTRANCES = pagesOf((_, kind) => kind === 'entrance' || kind === 'unlisted')

/** The one page for visitors that shows what the desk shows too: amounts, and the offer itself. */
const OFFER = 'pages/public/offer-page.tsx'

const OTHERS = VISITED.filter((page) => !ENTRANCES.includes(page))

/** Loaded when it comes near the window. */
const QUOTE_FORM = 'features/quotes/quote-form.tsx'

/** The parts of the front page that load when they come near the window. */
const FRONT_PARTS = [
  'pages/public/home-experts.tsx',
  'features/home/faq.tsx',
  'features/home/about.tsx',
  QUOTE_FORM,
]

/** Loaded when the page is idle, without other modules. */
const MEASURING = 'app/start/measuring.ts'

const inSource = (file: string) => path.join(import.meta.dirname, '../src', file)

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }

/** Whether `matches` accepts a module, or one that it imports. */
function needs(
  modules: Modules,
  id: string,
  matches: (id: string) => boolean,
  seen = new Set<string>(),
): boolean {
  if (matches(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return modules.getModuleInfo(id)?.importedIds.some((other) => needs(modules, other, matches, seen)) ?? false
}

const isNeededBy = (file: string, id: string, modules: Modules) =>
  needs(modules, inSource(file), (other) => other === id)

/**
 * Modules that share a file, because many small files load slowly on a phone:
 * - the libraries, which stay in the cache when only our own code changes. The query cache is
 *   separate, because visitors do without it;
 * - the first script;
 * - the live connection, which public pages use too while somebody is signed in;
 * - what shows an offer, to its customer and in the preview of the desk;
 * - what shows the versions of the policies, to everybody and on the desk;
 * - the modules that mount the interface and show the front page;
 * - the modules shared by parts of the front page and other pages, by other public pages, by
 *   the quote form and other forms, by login, sign-up and the pages that emails lead to, by the quote form, and by signed-in pages.
 */
export const groups = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|jotai|valibot)\//,
    priority: 2,
  },
  { name: 'query', test: /node_modules\/@tanstack\//, priority: 2 },
  { name: 'live', test: /src\/lib\/live\/live\.ts$/, priority: 2 },
  {
    name: 'offer',
    test: /src\/(features\/offers\/|lib\/time\/countdown\.ts)/,
    priority: 2,
    minShareCount: 2,
  },
  {
    name: 'versions',
    test: /src\/features\/policies\/(model|number-changes|version-words\.en)\.tsx?$/,
    priority: 2,
    minShareCount: 2,
  },
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
      const isForm = needs(modules, id, (other) => other.includes('/react-hook-form/'))
      if (isForm && isNeededBy(QUOTE_FORM, id, modules)) return 'forms'
      if (FRONT_PARTS.some((file) => isNeededBy(file, id, modules))) return 'shared'
      // Otherwise the dashboards would load what belongs to login and sign-up.
      if (!VISITED.some((file) => file !== OFFER && isNeededBy(file, id, modules))) return 'shared'
      return OTHERS.some((file) => isNeededBy(file, id, modules)) ? 'reading' : 'entrance'
    },
    test: /\/src\/|\/node_modules\/(lucide-react|react-hook-form|@hookform)\//,
    minShareCount: 2,
  },
]

/** The files that index.html loads, which are there before any page is requested. */
const LOADED = /\/(vendor|rolldown-runtime|first|index)-/

const SIGNED_IN = pages.filter(({ kind }) => kind === 'signedIn')

const DASHBOARDS = SIGNED_IN.filter(({ path, role }) => role && path.endsWith('/dashboard')).map(
  ({ parts: [part] }) => part,
)

/** Pages that people open from a dashboard, which has loaded their shared files. */
const BEHIND_DASHBOARDS = SIGNED_IN.flatMap(({ parts }) => parts)
  .filter((part) => !DASHBOARDS.includes(part))
  .map((part) => `/${part.slice(part.indexOf('/') + 1)}-page-`)

/**
 * The other files that are fetched at the same time as a file, instead of after it has arrived: its
 * styles, and the scripts that may not be there yet.
 */
export const fetchedBeside = (file: string, others: string[]) => {
  const isBehindDashboard = BEHIND_DASHBOARDS.some((name) => file.includes(name))
  return others.filter(
    (other) => other.endsWith('.css') || (!isBehindDashboard && other !== file && !LOADED.test(other)),
  )
}

/** The fonts that every page preloads. */
const FONTS = /source-(sans-3-latin-wght|serif-4-latin-600)-normal-[^/]*\.woff2$/

/**
 * Runs the first script before the libraries have loaded, and preloads the two fonts
 * that every page needs.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const first = /\n *<script type="module"[^>]*\/first-[^>]*><\/script>/
        const tag = first.exec(html)?.[0] ?? ''
        const fonts = Object.keys(bundle).filter((file) => FONTS.test(file))
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

/** Fails the build if files import one another in a circle, because one of them would then run before its imports. */
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
