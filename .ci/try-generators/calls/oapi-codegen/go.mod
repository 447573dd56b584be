module example.com/call

go 1.23
