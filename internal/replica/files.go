package replica

import (
	"errors"
	"os"

	"github.com/pocketbase/pocketbase/core"
)

// storeFiles keeps uploaded files in the bucket of DESKMATE_FILES_URL. The settings of
// the console are only overlaid, so the secret of the environment is not needed in the
// database to find the files.
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
	app.OnSettingsReload().BindFunc(func(e *core.SettingsReloadEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		e.App.Settings().S3 = core.S3Config{
			Enabled: true, Bucket: bucket, Region: s3.Region, Endpoint: s3.Endpoint,
			AccessKey: s3.AccessKey, Secret: s3.SecretKey, ForcePathStyle: s3.PathStyle,
		}
		return nil
	})
	return nil
}
