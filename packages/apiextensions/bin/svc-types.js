#!/usr/bin/env node
import "../dist/svc-types.js";
