// Runs before everything else, in one file to save round trips.

// Sets the colour mode before the first paint: light, unless dark was chosen.
;(() => {
  let theme = 'light'
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark'
  } catch {
    // Storage is blocked.
  }
  document.documentElement.dataset.theme = theme
  const color = document.querySelector('meta[name="theme-color"]')
  color.content = color.dataset[theme]
})()
// Reloads the page once if a script or style that it names does not arrive, then
// says so, readable without our styles too. Other parts recover by themselves.
;(() => {
  const KEY = 'restarted'
  let missing // 'script' or 'style'

  // Without a memory of the attempt it would never end.
  const restart = () => {
    try {
      if (sessionStorage.getItem(KEY)) return
      sessionStorage.setItem(KEY, 'yes')
    } catch {
      return
    }
    window.location.reload()
  }

  // What the page itself names, once all of it has been parsed.
  let own
  document.addEventListener(
    'readystatechange',
    () => {
      own = new Set(document.querySelectorAll('link[rel="stylesheet"], script[type="module"]'))
    },
    { once: true },
  )

  const notice = ({ target }) => {
    const style = target instanceof HTMLLinkElement && target.rel === 'stylesheet'
    const script = target instanceof HTMLScriptElement && target.type === 'module'
    if (!(style || script) || (own && !own.has(target))) return
    const first = !missing
    missing = script || missing === 'script' ? 'script' : 'style'
    if (first) restart()
  }

  const element = (name, className, ...children) => {
    const made = document.createElement(name)
    made.className = className
    made.append(...children)
    return made
  }

  // Without its style the page can still be used.
  const tell = () => {
    const again = element('button', 'btn btn-primary', 'Reload page')
    again.onclick = () => window.location.reload()
    if (missing === 'style') {
      const line = element('p', 'p-4', 'Part of this page did not load: its style is missing. ', again)
      line.setAttribute('role', 'alert')
      return document.body.prepend(line)
    }
    const main = element(
      'main',
      'mx-auto w-full max-w-[76rem] px-4 pt-8 pb-16 md:px-8',
      element('h1', 'text-4xl', 'Something went wrong'),
      element('p', 'mt-4', 'Part of this page did not load.'),
      element('p', 'mt-6', again),
    )
    document.getElementById('root').append(main)
    const site = document.querySelector('meta[name="application-name"]').content
    document.title = `Something went wrong · ${site}`
  }

  window.addEventListener('error', notice, true)
  window.addEventListener('load', () => {
    window.removeEventListener('error', notice, true)
    if (missing) return tell()
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Nothing was remembered either.
    }
  })
})()
