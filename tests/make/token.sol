// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.20;

/// The smallest token the EVM rail can be proven on: balances, transfer, Transfer events, decimals.
/// The whole supply belongs to whoever deploys it.
contract TestToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint8 public immutable decimals;
    uint256 public immutable totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(uint8 decimals_, uint256 supply) {
        decimals = decimals_;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// Two transfers in one transaction, as exchanges batch their withdrawals.
    function transferTwice(address first, address second, uint256 value) external {
        require(balanceOf[msg.sender] >= 2 * value, "balance");
        balanceOf[msg.sender] -= 2 * value;
        balanceOf[first] += value;
        balanceOf[second] += value;
        emit Transfer(msg.sender, first, value);
        emit Transfer(msg.sender, second, value);
    }
}
