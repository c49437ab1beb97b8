package manager

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"
)

// overrides are what counts before a file.
type overrides struct {
	environment bool
	flags       *pflag.FlagSet // nil: none
}

// AddFlags adds a flag for each of the settings with the given keys, named as
// [Field.Flag] says. Whether a value is allowed is checked when settings are
// loaded with the same flags. It panics on a key that has no flag.
func AddFlags(flags *pflag.FlagSet, keys ...string) {
	for _, key := range keys {
		f, err := Lookup(key)
		if err != nil || f.Flag() == "" {
			panic("no flag for setting " + key)
		}
		usage := f.Meaning
		if f.Default != "" {
			usage += " (" + f.Default + ")"
		}
		flag := flags.VarPF(&flagText{kind: f.Type}, f.Flag(), "", usage)
		if f.Type == SwitchType {
			flag.NoOptDefVal = "true"
		}
	}
}

// A flagText keeps what was given for the flag of a setting.
type flagText struct {
	text string
	kind Type
}

// String returns what was given.
func (f *flagText) String() string { return f.text }

// Type is what the usage shows; bool makes it show nothing.
func (f *flagText) Type() string {
	if f.kind == SwitchType {
		return "bool"
	}
	return string(f.kind)
}

// Set takes any text but for switches, of which Viper understands no other
// words than true and false. Messages about others must hide secrets first.
func (f *flagText) Set(text string) error {
	if f.kind == SwitchType {
		on, ok := switches().parse(text)
		if !ok {
			return errors.New("want " + switches().want)
		}
		text = strconv.FormatBool(on)
	}
	f.text = text
	return nil
}

// layers puts the values of all single fields one above the other. Viper finds
// the one that counts: the flag, else the environment, else the file, else the
// default. Its keys are whole, not levels, and it folds their case; lists and
// maps, whose keys are the user's, therefore do not pass through it.
func layers(fields []Field, values map[string]*yaml.Node, over overrides) *viper.Viper {
	v := viper.NewWithOptions(viper.KeyDelimiter("\x00"))
	file := map[string]any{}
	for _, f := range fields {
		if !f.single() {
			continue
		}
		v.SetDefault(f.Key, f.Default)
		if node := values[f.Key]; node != nil {
			file[f.Key] = node.Value
		}
		if over.environment {
			_ = v.BindEnv(f.Key, f.Env()) // fails without key alone
		}
		if flag := over.flag(f); flag != nil {
			_ = v.BindPFlag(f.Key, flag) // fails without flag alone
		}
	}
	_ = v.MergeConfigMap(file) // never fails
	return v
}

// flag returns the flag of a field, nil if there is none.
func (o overrides) flag(f Field) *pflag.Flag {
	if o.flags == nil {
		return nil
	}
	return o.flags.Lookup(f.Flag())
}
