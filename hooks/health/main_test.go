package health_test

import (
	"testing"

	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }
