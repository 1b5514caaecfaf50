// Installs the operator's analytics tag. The server includes this script only in
// public pages of a site that has a tag. It loads nothing if the browser asks not to
// be tracked, or if it stores a session of the site or of the console, which
// third-party code must not reach.
{
  const { id } = document.currentScript.dataset
  const unwanted =
    navigator.globalPrivacyControl === true || navigator.doNotTrack === '1' || window.doNotTrack === '1'
  let session = true
  try {
    session = Object.keys(localStorage).some((key) => key === 'token' || key.startsWith('__pb_superusers__'))
  } catch {
    // Storage is blocked, so it is unknown whether there is a session.
  }
  if (id && !unwanted && !session) {
    window.dataLayer = window.dataLayer || []
    window.gtag = function () {
      // biome-ignore lint/complexity/noArguments: the tag reads nothing else
      window.dataLayer.push(arguments)
    }
    window.gtag('js', new Date())
    window.gtag('config', id, {
      send_page_view: false,
      page_location: location.origin + location.pathname,
      page_referrer: URL.canParse(document.referrer) ? new URL(document.referrer).origin : '',
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    })
    const tag = document.createElement('script')
    tag.async = true
    tag.src = `https://www.googletagmanager.com/gtag/js?id=${id}`
    document.head.append(tag)
  }
}
