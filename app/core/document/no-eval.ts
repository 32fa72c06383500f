import { config } from 'zod/v4/core';

// Before the schemas: zod would try `new Function`, which the policy forbids.
config({ jitless: true });
