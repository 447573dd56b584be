package main

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// filter holds conditions that a webhook must all meet: `filter[event]=x`, `filter[event][]=x`, `filter[event][!=]=x`.
type filter []func(Webhook) bool

func (f filter) matches(webhook Webhook) bool {
	for _, condition := range f {
		if !condition(webhook) {
			return false
		}
	}
	return true
}

var filterParameter = regexp.MustCompile(`^filter\[(\w+)\](?:\[(.*)\])?$`)

// fields that can be filtered on; nil stands for null.
var fields = map[string]func(Webhook) *string{
	"uuid":           func(w Webhook) *string { return &w.UUID },
	"event":          func(w Webhook) *string { return &w.Event },
	"request_method": func(w Webhook) *string { return &w.RequestMethod },
	"target_url":     func(w Webhook) *string { return &w.TargetURL },
	"description":    func(w Webhook) *string { return w.Description },
}

func parseFilter(query url.Values) (filter, error) {
	var conditions filter
	for name, values := range query {
		if !strings.HasPrefix(name, "filter") {
			continue
		}
		parts := filterParameter.FindStringSubmatch(name)
		if parts == nil {
			return nil, fmt.Errorf("%q is no filter", name)
		}
		condition, err := conditionOn(parts[1], parts[2], strings.HasSuffix(name, "[]"), values)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, condition)
	}
	return conditions, nil
}

func conditionOn(field, operator string, isArray bool, values []string) (func(Webhook) bool, error) {
	if field == "created_at" {
		if isArray {
			return anyOfTimes(values)
		}
		return conditionOnTime(operator, values[0])
	}
	read, found := fields[field]
	if !found {
		return nil, fmt.Errorf("%q cannot be filtered on", field)
	}
	if isArray {
		if broken("first-of-the-array") {
			values = values[:1]
		}
		return func(w Webhook) bool { value := read(w); return value != nil && slices.Contains(values, *value) }, nil
	}
	if operator == "" && values[0] == "is_null" {
		return func(w Webhook) bool { return read(w) == nil }, nil
	}
	if operator == "" && values[0] == "is_not_null" {
		return func(w Webhook) bool { return read(w) != nil }, nil
	}
	holds, err := comparison(operator)
	if err != nil {
		return nil, err
	}
	return func(w Webhook) bool {
		value := read(w)
		return value != nil && holds(strings.Compare(*value, values[0]))
	}, nil
}

func conditionOnTime(operator, operand string) (func(Webhook) bool, error) {
	if operand == "is_null" || operand == "is_not_null" {
		return func(Webhook) bool { return operand == "is_not_null" }, nil
	}
	moment, err := time.Parse(time.RFC3339Nano, operand)
	if err != nil {
		return nil, fmt.Errorf("%q is no time", operand)
	}
	holds, err := comparison(operator)
	if err != nil {
		return nil, err
	}
	return func(w Webhook) bool { return holds(w.CreatedAt.Compare(moment)) }, nil
}

func anyOfTimes(operands []string) (func(Webhook) bool, error) {
	conditions := make([]func(Webhook) bool, 0, len(operands))
	for _, operand := range operands {
		condition, err := conditionOnTime("", operand)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, condition)
	}
	return func(w Webhook) bool {
		return slices.ContainsFunc(conditions, func(holds func(Webhook) bool) bool { return holds(w) })
	}, nil
}

// comparison says whether the operator holds, given the order of a value and the operand.
func comparison(operator string) (func(order int) bool, error) {
	switch operator {
	case "", "=":
		return func(order int) bool { return order == 0 }, nil
	case "!=", "<>":
		return func(order int) bool { return order != 0 }, nil
	case "<":
		return func(order int) bool { return order < 0 }, nil
	case "<=":
		return func(order int) bool { return order <= 0 }, nil
	case ">":
		return func(order int) bool { return order > 0 }, nil
	case ">=":
		return func(order int) bool { return order >= 0 }, nil
	}
	return nil, fmt.Errorf("%q is no operator", operator)
}
