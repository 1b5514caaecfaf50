package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/benbjohnson/litestream"
	litestreams3 "github.com/benbjohnson/litestream/s3"
)

// storeLimit is how long one question to the store may take.
const storeLimit = 30 * time.Second

// store is the folder of a bucket that holds the copies: one folder g1, g2, ... for each
// generation, and the lease. A generation is written by one machine only, so that one
// which was cut off cannot spoil the copy of its successor.
type store struct {
	config Config
	client *s3.Client
}

func openStore(c Config) *store {
	// Litestream fails to start if this is set: it wants to add to a client that has
	// no such list. Certificates that the system trusts need no variable.
	_ = os.Unsetenv("AWS_CA_BUNDLE")
	return &store{config: c, client: s3.New(s3.Options{
		Region:                     c.S3.Region,
		BaseEndpoint:               endpoint(c.S3),
		UsePathStyle:               c.S3.PathStyle,
		Credentials:                credentials.NewStaticCredentialsProvider(c.S3.AccessKey, c.S3.SecretKey, ""),
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	})}
}

func endpoint(c S3) *string {
	if c.Endpoint == "" {
		return nil
	}
	return aws.String(c.Endpoint)
}

// generations returns the generations of which anything is stored, the oldest first.
func (s *store) generations(ctx context.Context) ([]int64, error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	prefix := s.config.Path + "/g"
	pages := s3.NewListObjectsV2Paginator(s.client, &s3.ListObjectsV2Input{
		Bucket: aws.String(s.config.Bucket), Prefix: aws.String(prefix), Delimiter: aws.String("/"),
	})
	var found []int64
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("listing %s: %w", s.config.Address(), err)
		}
		for _, folder := range page.CommonPrefixes {
			name := strings.TrimSuffix(strings.TrimPrefix(aws.ToString(folder.Prefix), prefix), "/")
			if number, err := strconv.ParseInt(name, 10, 64); err == nil && number > 0 {
				found = append(found, number)
			}
		}
	}
	slices.Sort(found)
	return found, nil
}

// newest returns the last of the generations, or 0.
func newest(generations []int64) int64 {
	if len(generations) == 0 {
		return 0
	}
	return generations[len(generations)-1]
}

// folder returns the folder of a generation in the bucket.
func (s *store) folder(generation int64) string {
	return s.config.Path + "/g" + strconv.FormatInt(generation, 10)
}

// client of Litestream for one generation. Its own reading of addresses knows what
// the various providers need.
func (s *store) litestream(generation int64, logger *slog.Logger) (*litestreams3.ReplicaClient, error) {
	query := url.Values{"region": {s.config.S3.Region}, "forcePathStyle": {strconv.FormatBool(s.config.S3.PathStyle)}}
	if s.config.S3.Endpoint != "" {
		query.Set("endpoint", s.config.S3.Endpoint)
	}
	made, err := litestreams3.NewReplicaClientFromURL("s3", s.config.Bucket, s.folder(generation), query, nil)
	if err != nil {
		return nil, err
	}
	client, ok := made.(*litestreams3.ReplicaClient)
	if !ok {
		return nil, fmt.Errorf("the client of Litestream is a %T", made)
	}
	client.AccessKeyID, client.SecretAccessKey = s.config.S3.AccessKey, s.config.S3.SecretKey
	client.SetLogger(logger)
	return client, nil
}

// leaser returns Litestream's keeper of leases. ttl is how long a lease lasts.
func (s *store) leaser(ttl time.Duration, logger *slog.Logger) *litestreams3.Leaser {
	leaser := litestreams3.NewLeaser()
	leaser.SetClient(s.client)
	leaser.SetLogger(logger)
	leaser.Bucket, leaser.Path, leaser.TTL = s.config.Bucket, s.config.Path, ttl
	if s.config.Node != "" {
		leaser.Owner = s.config.Node
	}
	return leaser
}

// restore fetches a generation into a new file, as it was at a time, or its latest state
// if at is zero.
func (s *store) restore(ctx context.Context, generation int64, at time.Time, path string, logger *slog.Logger) error {
	client, err := s.litestream(generation, logger)
	if err != nil {
		return err
	}
	options := litestream.NewRestoreOptions()
	options.OutputPath, options.Timestamp, options.IntegrityCheck = path, at, litestream.IntegrityCheckQuick
	_ = os.Remove(path + ".tmp") // of an attempt that was interrupted
	db := litestream.NewDB(path) // which is not opened: only its log is of use
	db.SetLogger(logger)
	if err := litestream.NewReplicaWithClient(db, client).Restore(ctx, options); err != nil {
		return fmt.Errorf("restoring generation %d from %s: %w", generation, s.config.Address(), err)
	}
	return nil
}

// bounds returns when a generation was first and last written to. Both are zero if
// nothing of it is stored.
func (s *store) bounds(ctx context.Context, generation int64, logger *slog.Logger) (first, last time.Time, err error) {
	client, err := s.litestream(generation, logger)
	if err != nil {
		return first, last, err
	}
	return litestream.NewReplicaWithClient(nil, client).TimeBounds(ctx)
}

// objects returns all that is stored of a generation, page by page.
func (s *store) objects(generation int64) *s3.ListObjectsV2Paginator {
	return s3.NewListObjectsV2Paginator(s.client, &s3.ListObjectsV2Input{
		Bucket: aws.String(s.config.Bucket), Prefix: aws.String(s.folder(generation) + "/"),
	})
}

// age returns how long ago a generation was last written to. Only the store's own clock
// counts: that of this machine may have jumped.
func (s *store) age(ctx context.Context, generation int64) (time.Duration, error) {
	var last, now time.Time
	for pages := s.objects(generation); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return 0, err
		}
		tells := false
		if now, tells = middleware.GetServerTime(page.ResultMetadata); !tells {
			return 0, fmt.Errorf("%s does not tell the time", s.config.Address())
		}
		for _, object := range page.Contents {
			if at := aws.ToTime(object.LastModified); at.After(last) {
				last = at
			}
		}
	}
	return now.Sub(last), nil
}

// remove deletes all that is stored of a generation.
func (s *store) remove(ctx context.Context, generation int64) error {
	for pages := s.objects(generation); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, object := range page.Contents {
			// One by one, because not every provider accepts a list without checksums.
			if _, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: aws.String(s.config.Bucket), Key: object.Key}); err != nil {
				var missing *types.NoSuchKey
				if !errors.As(err, &missing) {
					return err
				}
			}
		}
	}
	return nil
}
