package equation

import "container/list"

// A cache keeps the values used last, as many as fit in its budget. The newest
// value is kept even if it alone exceeds the budget.
type cache[K comparable, V any] struct {
	budget, used int
	entries      map[K]*list.Element
	order        *list.List // of *entry, the one used last in front
}

// An entry is one value of a cache and what it costs.
type entry[K comparable, V any] struct {
	key   K
	value V
	cost  int
}

// overhead is about what an entry takes beside its value, in bytes. With it, a
// cache of errors is bounded too.
const overhead = 256

func newCache[K comparable, V any](budget int) *cache[K, V] {
	return &cache[K, V]{budget: budget, entries: make(map[K]*list.Element), order: list.New()}
}

// get returns the value of key, which counts as a use.
func (c *cache[K, V]) get(key K) (value V, ok bool) {
	e, ok := c.entries[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry[K, V]).value, true
}

// put adds a value of that many bytes and drops those not used for longest.
func (c *cache[K, V]) put(key K, value V, bytes int) {
	c.drop(c.entries[key])
	added := &entry[K, V]{key, value, bytes + overhead}
	c.entries[key] = c.order.PushFront(added)
	c.used += added.cost
	for c.used > c.budget && c.order.Len() > 1 {
		c.drop(c.order.Back())
	}
}

// drop removes an element; nil is fine.
func (c *cache[K, V]) drop(e *list.Element) {
	if e == nil {
		return
	}
	old := c.order.Remove(e).(*entry[K, V])
	delete(c.entries, old.key)
	c.used -= old.cost
}
