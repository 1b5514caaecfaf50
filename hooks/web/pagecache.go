package web

import (
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

// siteDataTTL is how long site data and the pages rendered from it are cached.
// Not every change triggers an event in this process: a command may change a record.
// When a version of the policies takes effect, the cache ends earlier.
const siteDataTTL = time.Minute

// maxCachedPages leaves room for every page under several host names. Once it
// is reached, the cache starts over.
const maxCachedPages = 500

// pageCache keeps the site data and the pages rendered from it until a record changes.
type pageCache struct {
	mutex      sync.Mutex
	generation int // grows with every change, so that pages rendered from old data are not kept
	data       *siteData
	expires    time.Time
	pages      map[pageKey]*renderedPage // nil for an index.html without markers
}

// pageKey identifies a rendered page.
type pageKey struct {
	indexETag                string
	origin, path, components string
}

// invalidateOnChange empties the cache when a record that heads are rendered from changes.
func (c *pageCache) invalidateOnChange(app core.App) {
	invalidate := func(e *core.RecordEvent) error {
		c.invalidate()
		return e.Next()
	}
	for _, collection := range []string{store.Site, store.Services, store.Policies} {
		app.OnRecordAfterCreateSuccess(collection).BindFunc(invalidate)
		app.OnRecordAfterUpdateSuccess(collection).BindFunc(invalidate)
		app.OnRecordAfterDeleteSuccess(collection).BindFunc(invalidate)
	}
}

func (c *pageCache) invalidate() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.reset()
}

// reset empties the cache. The caller holds the mutex.
func (c *pageCache) reset() {
	c.generation++
	c.data = nil
	c.pages = map[pageKey]*renderedPage{}
}

// load returns the site data and the generation that it belongs to.
func (c *pageCache) load(app core.App, now time.Time) (*siteData, int, error) {
	c.mutex.Lock()
	if c.data != nil && !now.Before(c.expires) {
		c.reset()
	}
	cached, generation := c.data, c.generation
	c.mutex.Unlock()
	if cached != nil {
		return cached, generation, nil
	}

	data, err := readSiteData(app, now)
	if err != nil {
		return nil, 0, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.generation == generation {
		c.data, c.expires = data, now.Add(siteDataTTL)
		if data.nextPolicy.After(now) && data.nextPolicy.Before(c.expires) {
			c.expires = data.nextPolicy
		}
	}
	return data, generation, nil
}

// page returns a cached page, or renders it and caches it.
func (c *pageCache) page(key pageKey, generation int, render func() (*renderedPage, error)) (*renderedPage, error) {
	c.mutex.Lock()
	cached, ok := c.pages[key]
	c.mutex.Unlock()
	if ok {
		return cached, nil
	}
	page, err := render()
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.generation == generation {
		if len(c.pages) >= maxCachedPages {
			clear(c.pages)
		}
		c.pages[key] = page
	}
	return page, nil
}
