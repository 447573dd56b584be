module example.com/outreach

go 1.26.0

require (
	github.com/golang-jwt/jwt/v5 v5.3.1
	github.com/google/uuid v1.6.0
	go.etcd.io/bbolt v1.5.0
	golang.org/x/time v0.16.0
)

require golang.org/x/sys v0.45.0 // indirect
