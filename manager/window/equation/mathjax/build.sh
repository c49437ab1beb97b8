#!/bin/sh
# Makes bundle.js.gz from entry.js and the packages named in package.json.
set -eu
cd "$(dirname "$0")"
npm install --no-audit --no-fund --no-package-lock
npx esbuild entry.js --bundle --platform=neutral --main-fields=main \
	--format=iife --target=es2015 --minify --legal-comments=none --outfile=bundle.js
gzip -9 -n -f bundle.js
rm -rf node_modules
