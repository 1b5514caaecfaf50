package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// connections is how many clients send requests at the same time.
const connections = 8

// requestLimit is the longest that a single request may take. It is generous, because
// a slow list should be measured too.
const requestLimit = 10 * time.Minute

// atOnce sends the next request as soon as a connection is free.
var atOnce = vegeta.Rate{}

// drive sends requests in turn, over all connections, until the time is over. Any status
// that is not 2xx ends it with an error.
func drive(ctx context.Context, pace vegeta.Pacer, limit time.Duration, requests ...vegeta.Target) (vegeta.Metrics, error) {
	attacker := vegeta.NewAttacker(vegeta.Workers(connections), vegeta.MaxWorkers(connections), vegeta.Connections(connections),
		vegeta.Timeout(requestLimit), vegeta.MaxBody(0))
	defer context.AfterFunc(ctx, func() { attacker.Stop() })()
	var (
		measured vegeta.Metrics
		failure  error
	)
	for result := range attacker.Attack(vegeta.NewStaticTargeter(requests...), pace, limit, "") {
		if failure == nil && result.Code/100 != 2 {
			failure = fmt.Errorf("%s %s: %s", result.Method, result.URL, cmp.Or(result.Error, fmt.Sprint(result.Code)))
			attacker.Stop()
		}
		measured.Add(result)
	}
	measured.Close()
	return measured, cmp.Or(failure, ctx.Err())
}

// median returns the round with the middle rate.
func median(rounds []vegeta.Metrics) vegeta.Metrics {
	sorted := slices.SortedFunc(slices.Values(rounds), func(a, b vegeta.Metrics) int { return cmp.Compare(a.Throughput, b.Throughput) })
	return sorted[len(sorted)/2]
}

// exchange sends one request and reads the response.
func exchange(ctx context.Context, target vegeta.Target) (status int, header http.Header, body []byte, err error) {
	request, err := target.Request()
	if err != nil {
		return 0, nil, nil, err
	}
	response, err := http.DefaultClient.Do(request.WithContext(ctx))
	if err != nil {
		return 0, nil, nil, err
	}
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, response.Header, body, errors.Join(err, response.Body.Close())
}
