#!/usr/bin/env node
import { processIo } from './io.js';
import { main } from './main.js';
import { engines } from './real-engines.js';

// a reader such as `head` that has seen enough closes the pipe; that is no fault
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await main(process.argv.slice(2), processIo(), engines);
