// Runs before everything else, in one file to save round trips.

// Sets the theme before the first paint: light, unless dark is stored.
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
// If a script or style sheet of the document fails to load, reloads the page once, and
// then shows a message, which is readable without our styles. Other parts recover by themselves.
;(() => {
  const KEY = 'restarted'
  let missing // 'script' or 'style'

  // The attempt must be recorded, or the page would reload forever.
  const restart = () => {
    try {
      if (sessionStorage.getItem(KEY)) return
      sessionStorage.setItem(KEY, 'yes')
    } catch {
      return
    }
    window.location.reload()
  }

  // The scripts and style sheets of the document, once it has been parsed.
  let own
  document.addEventListener(
    'readystatechange',
    () => {
      own = new Set(document.querySelectorAll('link[rel="stylesheet"], script[type="module"]'))
    },
    { once: true },
  )

  const noteFailure = ({ target }) => {
    const style = target instanceof HTMLLinkElement && target.rel === 'stylesheet'
    const script = target instanceof HTMLScriptElement && target.type === 'module'
    if (!(style || script) || (own && !own.has(target))) return
    const first = !missing
    missing = script || missing === 'script' ? 'script' : 'style'
    if (first) restart()
  }

  const element = (name, className, ...children) => {
    const created = document.createElement(name)
    created.className = className
    created.append(...children)
    return created
  }

  // Without its style sheet the page still works.
  const showMessage = () => {
    const reload = element('button', 'btn btn-primary', 'Reload page')
    reload.onclick = () => window.location.reload()
    if (missing === 'style') {
      const line = element('p', 'p-4', 'Part of this page did not load: its style is missing. ', reload)
      line.setAttribute('role', 'alert')
      return document.body.prepend(line)
    }
    const main = element(
      'main',
      'mx-auto w-full max-w-[76rem] px-4 pt-8 pb-16 md:px-8',
      element('h1', 'text-4xl', 'Something went wrong'),
      element('p', 'mt-4', 'Part of this page did not load.'),
      element('p', 'mt-6', reload),
    )
    document.getElementById('root').append(main)
    const site = document.querySelector('meta[name="application-name"]').content
    document.title = `Something went wrong · ${site}`
  }

  window.addEventListener('error', noteFailure, true)
  window.addEventListener('load', () => {
    window.removeEventListener('error', noteFailure, true)
    if (missing) return showMessage()
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Storage is blocked, so there is nothing to remove.
    }
  })
})()
