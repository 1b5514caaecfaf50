// What runs before all else, in one file since each one costs a phone its way to the server.

// Sets the colour mode before the first paint, so that it does not flash: light,
// unless dark was chosen in this browser. The system's setting does not count.
;(() => {
  let theme = 'light'
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark'
  } catch {
    // Without storage nothing was chosen.
  }
  document.documentElement.dataset.theme = theme
  const color = document.querySelector('meta[name="theme-color"]')
  color.content = color.dataset[theme]
})()
// Where a script or a style that the page itself names does not arrive, the page
// is loaded anew, once; then it says so, readable without our styles too. Parts
// that the running code fetches recover by themselves.
;(() => {
  const KEY = 'restarted'
  let missing // 'script' or 'style'

  // Where the browser cannot remember the try, it would be made for ever.
  const restart = () => {
    try {
      if (sessionStorage.getItem(KEY)) return
      sessionStorage.setItem(KEY, 'yes')
    } catch {
      return
    }
    window.location.reload()
  }

  // What stands in the page itself, once all of it has been read: code runs after that.
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

  // Without its style the page is there, and can be used as it is.
  const tell = () => {
    const again = element('button', 'btn btn-primary', 'Load again')
    again.onclick = () => window.location.reload()
    if (missing === 'style') {
      const line = element('p', 'p-4', 'This page did not arrive whole: its style is missing. ', again)
      line.setAttribute('role', 'alert')
      return document.body.prepend(line)
    }
    const main = element(
      'main',
      'page',
      element('h1', 'text-4xl', 'Something went wrong'),
      element('p', 'mt-4', 'This page did not arrive whole.'),
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
      // Then nothing was remembered either.
    }
  })
})()
