import type { TestModule } from 'vitest/node';

export default class CountReporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((each) => each === state).length;
    process.stdout.write(`\n${count('passed')} passed, ${count('failed')} failed\n`);
  }
}
