// Who may use the gate: the user that opened it, and nobody else on this machine. Needs no browser.
#include "browser/gate.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gleaner::browser {
namespace {

// Says hello as a browser does; true if the gate answers, false if it hangs up.
bool is_served(int port) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  to.sin_port = htons(uint16_t(port));
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const char hello[] = {5, 1, 0};
  char answer[2] = {};
  const bool served = ::connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0 &&
                      ::send(fd, hello, sizeof hello, MSG_NOSIGNAL) == ssize_t(sizeof hello) &&
                      ::recv(fd, answer, sizeof answer, MSG_WAITALL) == 2 && answer[0] == 5;
  ::close(fd);
  return served;
}

TEST(Gate, ServesTheUserWhoOpenedIt) {
  auto gate = Gate::open({});
  ASSERT_TRUE(gate.ok());
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(is_served((*gate)->port())) << i;
}

TEST(Gate, ServesNobodyElse) {
  GateRules of_another;
  of_another.user = ::getuid() + 1;
  auto gate = Gate::open(of_another);
  ASSERT_TRUE(gate.ok());
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(is_served((*gate)->port())) << i;
}

TEST(Gate, AnotherUserIsTurnedAway) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  auto gate = Gate::open({});
  ASSERT_TRUE(gate.ok());
  const int port = (*gate)->port();
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::setgid(65534) || ::setuid(65534) ? 2 : is_served(port) ? 1 : 0);
  int state = 0;
  ASSERT_EQ(::waitpid(child, &state, 0), child);
  EXPECT_EQ(WEXITSTATUS(state), 0);
}

}  // namespace
}  // namespace gleaner::browser
