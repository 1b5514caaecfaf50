package replica

import (
	"errors"
	"os"
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// storeFiles keeps uploaded files in the bucket of DESKMATE_FILES_URL. The settings of
// the console are only overlaid: whoever saves them stores what was stored before, so that
// the keys of the environment never reach the database.
func storeFiles(app core.App) error {
	address := os.Getenv("DESKMATE_FILES_URL")
	if address == "" {
		return nil
	}
	bucket, path, err := parseURL("DESKMATE_FILES_URL", address)
	if err != nil {
		return err
	}
	if path != "" {
		return errors.New("DESKMATE_FILES_URL must be a bucket of its own, without a folder, such as s3://bucket")
	}
	s3, err := readS3()
	if err != nil {
		return err
	}
	if s3.Endpoint == "" {
		s3.Endpoint = "https://s3." + s3.Region + ".amazonaws.com"
	}
	overlay := core.S3Config{
		Enabled: true, Bucket: bucket, Region: s3.Region, Endpoint: s3.Endpoint,
		AccessKey: s3.AccessKey, Secret: s3.SecretKey, ForcePathStyle: s3.PathStyle,
	}
	var (
		mu     sync.Mutex // two operators may save at once
		stored core.S3Config
	)
	app.OnSettingsReload().BindFunc(func(e *core.SettingsReloadEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		settings := e.App.Settings()
		stored = settings.S3
		if stored.Secret == overlay.Secret {
			stored.Secret = "" // there is none in the database, so reading it has changed nothing
		}
		if stored.AccessKey == overlay.AccessKey {
			stored = core.S3Config{} // an earlier version has stored those of the environment
		}
		settings.S3 = overlay
		return nil
	})
	keep := func(e *core.ModelEvent) error {
		if settings, ok := e.Model.(*core.Settings); ok {
			mu.Lock()
			settings.S3 = stored
			mu.Unlock()
		}
		return e.Next()
	}
	table := (&core.Settings{}).TableName()
	app.OnModelCreate(table).BindFunc(keep)
	app.OnModelUpdate(table).BindFunc(keep)
	return nil
}
