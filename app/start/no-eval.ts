import { config } from 'zod/v4/core';

// Imported before the schemas: zod would try `new Function` for each, which the policy forbids and browsers report.
config({ jitless: true });
