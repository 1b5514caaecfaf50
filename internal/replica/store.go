package replica

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/benbjohnson/litestream"
	litestreams3 "github.com/benbjohnson/litestream/s3"
)

// storeLimit is how long one request to the store may take.
const storeLimit = 30 * time.Second

// store is the folder of a bucket that holds the copies: one folder g1, g2, ... for each
// generation. A generation is written by one machine only, so that one which was cut off
// cannot spoil the copy of its successor.
type store struct {
	config Config
	client *s3.Client
}

func openStore(c Config) *store {
	// Litestream fails to start if this is set: it wants to add to a client that has
	// no such list. Certificates that the system trusts need no variable.
	_ = os.Unsetenv("AWS_CA_BUNDLE")
	var endpoint *string
	if c.S3.Endpoint != "" {
		endpoint = aws.String(c.S3.Endpoint)
	}
	return &store{config: c, client: s3.New(s3.Options{
		Region:                     c.S3.Region,
		BaseEndpoint:               endpoint,
		UsePathStyle:               c.S3.PathStyle,
		Credentials:                credentials.NewStaticCredentialsProvider(c.S3.AccessKey, c.S3.SecretKey, ""),
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	})}
}

// generations returns the generations that have anything stored, the oldest first.
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

// put writes a small object.
func (s *store) put(ctx context.Context, name, content string) error {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String(s.config.Bucket), Key: aws.String(s.config.Path + "/" + name), Body: strings.NewReader(content),
	})
	if err != nil {
		return fmt.Errorf("writing %s in %s: %w", name, s.config.Address(), err)
	}
	return nil
}

// remove deletes a small object.
func (s *store) remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	_, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: aws.String(s.config.Bucket), Key: aws.String(s.config.Path + "/" + name)})
	if err != nil {
		return fmt.Errorf("deleting %s in %s: %w", name, s.config.Address(), err)
	}
	return nil
}

// litestream returns Litestream's client for one generation. Its own reading of addresses
// knows what the various providers need.
func (s *store) litestream(generation int64, logger *slog.Logger) (*litestreams3.ReplicaClient, error) {
	query := url.Values{"region": {s.config.S3.Region}, "forcePathStyle": {strconv.FormatBool(s.config.S3.PathStyle)}}
	if s.config.S3.Endpoint != "" {
		query.Set("endpoint", s.config.S3.Endpoint)
	}
	folder := s.config.Path + "/g" + strconv.FormatInt(generation, 10)
	made, err := litestreams3.NewReplicaClientFromURL("s3", s.config.Bucket, folder, query, nil)
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
	db := litestream.NewDB(path) // which is not opened: only its log is needed
	db.SetLogger(logger)
	if err := litestream.NewReplicaWithClient(db, client).Restore(ctx, options); err != nil {
		return fmt.Errorf("restoring generation %d from %s: %w", generation, s.config.Address(), err)
	}
	return nil
}

// bounds returns when a generation was first and last written to, by the clock of the
// store. Both are zero if nothing of it is stored.
func (s *store) bounds(ctx context.Context, generation int64) (first, last time.Time, err error) {
	client, err := s.litestream(generation, slog.New(slog.DiscardHandler))
	if err != nil {
		return first, last, err
	}
	return litestream.NewReplicaWithClient(nil, client).TimeBounds(ctx)
}

// forget deletes the generations before one that were last written to before a time.
func (s *store) forget(ctx context.Context, before int64, limit time.Time) error {
	stored, err := s.generations(ctx)
	if err != nil {
		return err
	}
	for _, generation := range stored {
		if generation >= before {
			return nil
		}
		_, last, err := s.bounds(ctx, generation)
		if err != nil {
			return err
		}
		if last.IsZero() || last.After(limit) {
			continue
		}
		client, err := s.litestream(generation, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		if err := client.DeleteAll(ctx); err != nil {
			return err
		}
	}
	return nil
}

// look opens the copy of a data folder for a command, and returns its generations.
func look(ctx context.Context, dataDir string) (*Replica, []int64, error) {
	r := New()
	if err := r.configure(dataDir); err != nil {
		return nil, nil, err
	}
	if !r.config.On() {
		return nil, nil, errOff
	}
	stored, err := r.store.generations(ctx)
	return r, stored, err
}
