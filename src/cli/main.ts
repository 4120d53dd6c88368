#!/usr/bin/env node
import { createProgram } from './program';
import { endOnOutputErrors } from './shared/output-errors';

endOnOutputErrors();
void createProgram().parseAsync();
