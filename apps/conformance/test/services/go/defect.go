package main

import "os"

// defect names the mistake that this process should make, for tests of its judges; none if empty.
var defect = os.Getenv("DEFECT")

func broken(name string) bool { return defect == name }
