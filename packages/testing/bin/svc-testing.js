#!/usr/bin/env node
import "../dist/svc-testing.js";
