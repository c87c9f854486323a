import { createPayeer } from '#tests/make/payeer-dialect.ts';
import { describeRail } from '#tests/make/rail-suite.ts';
import { createWalletWorld, walletHarness } from '#tests/make/wallet-world.ts';

describeRail('acquirer_payeer', async () => walletHarness(await createWalletWorld(createPayeer)));
