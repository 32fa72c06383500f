import { afterAll } from 'vitest';
import { endSharedProduct } from './shared-product.ts';

afterAll(endSharedProduct);
