import { Component, type ReactNode } from 'react';
import { logOnly } from '../../browser/log-only.ts';

type Props = { resetOn: unknown; fallback: ReactNode; children: ReactNode };
type State = { resetOn: unknown; isBroken: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetOn: this.props.resetOn, isBroken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): State | null {
    return state.resetOn === resetOn ? null : { resetOn, isBroken: false };
  }

  /** Its script is loaded only now: few pages break. */
  override componentDidCatch(error: Error): void {
    import('./report-failure.ts')
      .then(({ reportFailure }) => reportFailure(error))
      .catch(logOnly('The server does not know of it'));
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
