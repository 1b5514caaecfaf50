package sweeps

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/pocketbase/pocketbase/core"
)

// requestLimit is how long one request to a bucket may take, with its repetitions.
const requestLimit = 30 * time.Second

// bucket is a store that speaks S3.
type bucket struct {
	name   string
	client *s3.Client
}

func openBucket(c core.S3Config) bucket {
	endpoint := c.Endpoint
	if !strings.Contains(endpoint, "://") {
		endpoint = "https://" + endpoint // as the framework reads it
	}
	return bucket{c.Bucket, s3.New(s3.Options{
		Region:                     c.Region,
		BaseEndpoint:               aws.String(endpoint),
		UsePathStyle:               c.ForcePathStyle,
		Credentials:                credentials.NewStaticCredentialsProvider(c.AccessKey, c.Secret, ""),
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	})}
}

// pages calls visit with each page of a listing.
func (b bucket) pages(ctx context.Context, prefix string, delimiter *string, visit func(*s3.ListObjectsV2Output) error) error {
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{
		Bucket: aws.String(b.name), Prefix: aws.String(prefix), Delimiter: delimiter,
	})
	for pages.HasMorePages() {
		limited, cancel := context.WithTimeout(ctx, requestLimit)
		listed, err := pages.NextPage(limited)
		cancel()
		if err != nil {
			return fmt.Errorf("listing the bucket %s: %w", b.name, err)
		}
		if err := visit(listed); err != nil {
			return err
		}
	}
	return nil
}

func (b bucket) top(ctx context.Context, visit func(name string) error) error {
	return b.pages(ctx, "", aws.String("/"), func(listed *s3.ListObjectsV2Output) error {
		for _, folder := range listed.CommonPrefixes {
			if err := visit(aws.ToString(folder.Prefix)); err != nil {
				return err
			}
		}
		for _, file := range listed.Contents {
			if err := visit(aws.ToString(file.Key)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (b bucket) list(ctx context.Context, folder string, visit func([]object) error) error {
	return b.pages(ctx, folder+"/", nil, func(listed *s3.ListObjectsV2Output) error {
		found := make([]object, 0, len(listed.Contents))
		for _, file := range listed.Contents {
			found = append(found, object{aws.ToString(file.Key), aws.ToInt64(file.Size), aws.ToTime(file.LastModified)})
		}
		return visit(found)
	})
}

func (b bucket) stat(ctx context.Context, key string) (found object, exists bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	file, err := b.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: aws.String(b.name), Key: aws.String(key)})
	var missing *types.NotFound
	if errors.As(err, &missing) {
		return found, false, nil
	}
	if err != nil {
		return found, false, fmt.Errorf("looking for a file in the bucket %s: %w", b.name, err)
	}
	return object{key, aws.ToInt64(file.ContentLength), aws.ToTime(file.LastModified)}, true, nil
}

func (b bucket) put(ctx context.Context, key, content string) error {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String(b.name), Key: aws.String(key), Body: strings.NewReader(content)})
	return err
}

func (b bucket) remove(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	_, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: aws.String(b.name), Key: aws.String(key)})
	return err
}
