import { afterAll } from 'vitest';
import { endProductOfFile } from './shared-product.ts';

afterAll(endProductOfFile);
