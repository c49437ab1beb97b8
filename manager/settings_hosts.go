package manager

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// hostPlace stands for the name of a host in the key of a [Field].
const hostPlace = "HOST"

// userPart and passwordPart are what a host has, as in the file.
const userPart, passwordPart = "user", "password"

// hostsSetting makes the setting of the hosts that ask for a password.
func hostsSetting() setting[PersonalSettings] {
	return setting[PersonalSettings]{
		Field: Field{
			Key: "hosts", Type: ListType, Range: "a map from host names to user and password",
			Meaning: "user and password of hosts that ask for them",
		},
		parts:   []Field{hostField(hostPlace, userPart), hostField(hostPlace, passwordPart)},
		entries: (*PersonalSettings).hostEntries,
		check:   (*PersonalSettings).checkHosts,
		encode:  (*PersonalSettings).encodeHosts,
		decode:  (*PersonalSettings).decodeHosts,
	}
}

// hostField describes the user or the password of a host.
func hostField(host, part string) Field {
	f := Field{Key: "hosts." + host + "." + part, Level: PersonalLevel, Type: TextType}
	if part == passwordPart {
		f.Range, f.Meaning, f.Secret = "one line of text", "password for pages of this host", true
	} else {
		f.Range, f.Meaning = "one line of text without colon", "user name for pages of this host"
	}
	return f
}

// cutHostKey splits the key of a user or password into the host and which of
// the two it is. The name of a host has dots itself.
func cutHostKey(key string) (host, part string, ok bool) {
	rest, ok := strings.CutPrefix(key, "hosts.")
	dot := strings.LastIndexByte(rest, '.')
	if !ok || dot < 1 {
		return "", "", false
	}
	host, part = rest[:dot], rest[dot+1:]
	return host, part, host != hostPlace && (part == userPart || part == passwordPart)
}

// get returns the user, or the password masked.
func (h Host) get(part string) string {
	if part == passwordPart {
		return h.Password.String()
	}
	return h.User
}

// Credentials returns the user and password for a host, with its port if that
// is not the usual one. Upper and lower case are the same. ok is false if the
// host is not listed. It may be called concurrently while nobody calls Set.
func (s PersonalSettings) Credentials(host string) (user, password string, ok bool) {
	for _, name := range s.names() {
		if strings.EqualFold(name, host) {
			return s.Hosts[name].User, string(s.Hosts[name].Password), true
		}
	}
	return "", "", false
}

// setHost sets the user or password of a host; s shares no map with the past.
func (s *PersonalSettings) setHost(host, part, text string) error {
	h := s.Hosts[host]
	if part == passwordPart {
		h.Password = Secret(text)
	} else {
		h.User = text
	}
	if err := h.check(host); err != nil {
		return err
	}
	s.Hosts = maps.Clone(s.Hosts)
	delete(s.Hosts, host)
	s.addHost(host, h)
	return nil
}

// addHost puts a host into the map unless it is empty.
func (s *PersonalSettings) addHost(host string, h Host) {
	if h == (Host{}) {
		return
	}
	if s.Hosts == nil {
		s.Hosts = map[string]Host{}
	}
	s.Hosts[host] = h
}

// check returns what is wrong with a host of the given name.
func (h Host) check(host string) error {
	var errs []error
	if u, err := url.Parse("http://" + host); err != nil || u.Host != host || u.Hostname() == "" {
		errs = append(errs, &FieldError{"hosts", maskURL(host), "a host name such as www.example.org or localhost:8080 for each entry"})
	}
	if !oneLine(h.User) || strings.Contains(h.User, ":") {
		errs = append(errs, hostField(host, userPart).wrong(h.User))
	}
	if !oneLine(string(h.Password)) {
		errs = append(errs, hostField(host, passwordPart).wrong(""))
	}
	return errors.Join(errs...)
}

// names returns the hosts in order.
func (s PersonalSettings) names() []string { return slices.Sorted(maps.Keys(s.Hosts)) }

// hostEntries lists user and password of each host.
func (s *PersonalSettings) hostEntries() []Entry {
	var all []Entry
	for _, name := range s.names() {
		for _, part := range []string{userPart, passwordPart} {
			all = append(all, Entry{hostField(name, part), s.Hosts[name].get(part)})
		}
	}
	return all
}

// checkHosts returns what is wrong with the hosts.
func (s *PersonalSettings) checkHosts() error {
	var errs []error
	for _, name := range s.names() {
		errs = append(errs, s.Hosts[name].check(name))
	}
	return errors.Join(errs...)
}

// encodeHosts returns the hosts as they stand in the file.
func (s *PersonalSettings) encodeHosts(yamlFile, *yaml.Node) *yaml.Node {
	node := &yaml.Node{Kind: yaml.MappingNode}
	for _, name := range s.names() {
		h := &yaml.Node{Kind: yaml.MappingNode}
		addText(h, userPart, s.Hosts[name].User)
		addText(h, passwordPart, string(s.Hosts[name].Password))
		node.Content = append(node.Content, textNode(name), h)
	}
	return node
}

// decodeHosts takes the hosts from the file.
func (s *PersonalSettings) decodeHosts(f yamlFile, node *yaml.Node) error {
	var errs []error
	s.Hosts = nil
	err := eachPair(node, func(key, value *yaml.Node) {
		name := key.Value
		parts, err := textParts(value, "hosts."+name, userPart, passwordPart)
		h := Host{User: parts[userPart], Password: Secret(parts[passwordPart])}
		s.addHost(name, h)
		errs = append(errs, f.on(key, errors.Join(err, h.check(name))))
	})
	return errors.Join(append(errs, f.on(node, err))...)
}
