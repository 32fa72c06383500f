import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { template } from './database-server.ts';

export async function freshDatabase(): Promise<ClientConfig & { database: string }> {
  const server = inject('database');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${database} template ${template}`);
  onTestFinished(() => administer(`drop database ${database} with (force)`));
  return { ...server, database };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ ...inject('database'), database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}
