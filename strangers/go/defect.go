package main

import "os"

// defect names the mistake that this process is to make, for tests of whoever judges it; none where empty.
var defect = os.Getenv("DEFECT")

func broken(name string) bool { return defect == name }
