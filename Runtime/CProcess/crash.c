// The report of a crash. The signal handler and all that it calls work on memory that exists from the start. They
// allocate nothing, take no lock, and make only calls that are safe in a handler (signal-safety(7)). Swift cannot
// promise this, so the file is C.
#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  // PIPE_BUF of Linux: a pipe takes a write of at most this size as a whole or not at all.
  line_size = 4096,
  most_frames = 48,
  most_segments = 64,
  stack_size = 64 << 10,
  // `patience` is the longest wait for room in the output, in milliseconds. The guard kills the process `most_seconds`
  // after the report's start.
  patience = 1000,
  most_seconds = 3,
};

static const struct {
  int number;
  const char *name;
} crashes[] = {
    {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"},
    {SIGSEGV, "SIGSEGV"}, {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"},
};
static const size_t crash_count = sizeof crashes / sizeof *crashes;

static int output;
static bool is_json;
static cprocess_find_invocation find_invocation;
// The timer that kills the process if the report takes longer than most_seconds.
static timer_t guard;
static bool has_guard;

// MARK: The program's code, as it was loaded when the reports began

struct segment {
  uintptr_t begin, end, base;
  // Empty for the program itself.
  char object[32];
};
static struct segment segments[most_segments];
static size_t segment_count;
static uint8_t build_id[32];
static size_t build_id_size;

static void note_build_id(const struct dl_phdr_info *object, const ElfW(Phdr) * header) {
  const size_t align = header->p_align == 8 ? 8 : 4;
  const char *note = (const char *)(object->dlpi_addr + header->p_vaddr), *end = note + header->p_memsz;
  while (note + sizeof(ElfW(Nhdr)) <= end) {
    const ElfW(Nhdr) *head = (const void *)note;
    const char *name = note + sizeof *head;
    const char *content = name + ((head->n_namesz + align - 1) & ~(align - 1));
    if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 && memcmp(name, "GNU", 4) == 0 &&
        head->n_descsz <= sizeof build_id) {
      memcpy(build_id, content, head->n_descsz);
      build_id_size = head->n_descsz;
      return;
    }
    note = content + ((head->n_descsz + align - 1) & ~(align - 1));
  }
}

static int note_object(struct dl_phdr_info *object, size_t size, void *is_later) {
  (void)size;
  const char *slash = strrchr(object->dlpi_name, '/');
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    if (header->p_type == PT_NOTE && !*(bool *)is_later && build_id_size == 0) note_build_id(object, header);
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || segment_count == most_segments) continue;
    struct segment *segment = &segments[segment_count++];
    segment->base = object->dlpi_addr;
    segment->begin = object->dlpi_addr + header->p_vaddr;
    segment->end = segment->begin + header->p_memsz;
    strncpy(segment->object, slash ? slash + 1 : object->dlpi_name, sizeof segment->object - 1);
  }
  *(bool *)is_later = true;
  return 0;
}

static const struct segment *segment_of(uintptr_t address) {
  for (size_t i = 0; i < segment_count; i++) {
    if (address >= segments[i].begin && address < segments[i].end) return &segments[i];
  }
  return NULL;
}

// MARK: The frames

static bool read_memory(uintptr_t address, void *to, size_t size) {
  const struct iovec local = {to, size}, remote = {(void *)address, size};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static void registers(const ucontext_t *context, uintptr_t *code, uintptr_t *frame, uintptr_t *stack) {
#if defined(__x86_64__)
  *code = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  *frame = (uintptr_t)context->uc_mcontext.gregs[REG_RBP];
  *stack = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  *code = context->uc_mcontext.pc;
  *frame = context->uc_mcontext.regs[29];
  *stack = context->uc_mcontext.sp;
#else
  (void)context;
  *code = *frame = *stack = 0;
#endif
}

// Follows the frame pointers that Swift's code keeps. A return address is the instruction after the call: one less is the call.
static size_t walk(uintptr_t code, uintptr_t frame, uintptr_t *frames) {
  size_t count = 0;
  frames[count++] = code;
  while (count < most_frames && frame != 0 && frame % sizeof frame == 0) {
    uintptr_t next[2];
    if (!read_memory(frame, next, sizeof next) || !segment_of(next[1])) break;
    frames[count++] = next[1] - 1;
    if (next[0] <= frame) break;
    frame = next[0];
  }
  return count;
}

// Unwinds by the tables of libgcc, for code of libraries that keep no frame pointers, such as abort() and malloc().
static size_t unwind(uintptr_t code, uintptr_t *frames) {
  void *found[most_frames];
  const int all = backtrace(found, most_frames);
  size_t count = 0;
  for (int i = 0; i < all; i++) {
    // Before the code that was interrupted come this handler's own frames.
    if (count == 0 && (uintptr_t)found[i] != code) continue;
    frames[count] = (uintptr_t)found[i] - (count > 0);
    count++;
  }
  return count;
}

static size_t find_frames(uintptr_t code, uintptr_t frame, uintptr_t *frames) {
  const struct segment *segment = segment_of(code);
  const size_t count = walk(code, frame, frames);
  if (count > 2 || !segment || !segment->object[0]) return count;
  const size_t unwound = unwind(code, frames);
  return unwound > count ? unwound : walk(code, frame, frames);
}

// MARK: The line

static char line[line_size];
static size_t length;

static void put(const char *text) {
  // The last four bytes are kept for the end of the line, which is written without this check.
  while (*text && length < line_size - 4) line[length++] = *text++;
}

static void put_hexadecimal(uintptr_t number) {
  char digits[2 * sizeof number + 1], *first = digits + sizeof digits - 1;
  *first = 0;
  do *--first = "0123456789abcdef"[number & 15];
  while (number >>= 4);
  put(first);
}

static void put_bytes(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char digits[3] = {"0123456789abcdef"[bytes[i] >> 4], "0123456789abcdef"[bytes[i] & 15], 0};
    put(digits);
  }
}

static void put_number(int64_t number, int width) {
  char digits[24], *first = digits + sizeof digits - 1;
  uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
  *first = 0;
  do {
    *--first = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0 || digits + sizeof digits - 1 - first < width);
  if (number < 0) put("-");
  put(first);
}

// The name of a thread or an object. A character that could end the field becomes `?`.
static void put_name(const char *name) {
  for (; *name; name++) {
    const char sign[2] = {*name, 0};
    put(*name > ' ' && *name < 0x7f && *name != '"' && *name != '\\' ? sign : "?");
  }
}

static void begin_field(const char *name) {
  put(is_json ? ",\"" : " ");
  put(name);
  put(is_json ? "\":\"" : "=");
}

static void end_field(void) { put(is_json ? "\"" : ""); }

static void put_field(const char *name, const char *value) {
  begin_field(name);
  put_name(value);
  end_field();
}

// The instant in UTC (days to a date: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
static void put_time(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_REALTIME, &now);
  const int64_t days = now.tv_sec / 86400 + 719468, seconds = now.tv_sec % 86400;
  const int64_t era = days / 146097, day_of_era = days % 146097;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month = (5 * day_of_year + 2) / 153, day = day_of_year - (153 * month + 2) / 5 + 1;
  if (is_json) {
    put_number(year_of_era + era * 400 + (month >= 10), 4);
    put("-");
    put_number(month < 10 ? month + 3 : month - 9, 2);
    put("-");
    put_number(day, 2);
    put("T");
  }
  put_number(seconds / 3600, 2);
  put(":");
  put_number(seconds / 60 % 60, 2);
  put(":");
  put_number(seconds % 60, 2);
  put(".");
  put_number(now.tv_nsec / 1000000, 3);
  if (is_json) put("Z");
}

static void put_invocation(void) {
  struct cprocess_invocation found;
  if (!find_invocation(&found)) return;
  put_field(found.job ? "job" : "function", found.function);
  if (found.job) {
    begin_field("run");
    put_number(found.job, 1);
    end_field();
  }
  begin_field("id");
  for (int i = 0; i < 16; i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10) put("-");
    put_bytes(&found.id[i], 1);
  }
  end_field();
}

static void put_frames(const uintptr_t *frames, size_t count) {
  put(is_json ? ",\"frames\":[" : " frames=");
  for (size_t i = 0; i < count && length < line_size - 96; i++) {
    const struct segment *segment = segment_of(frames[i]);
    if (i > 0) put(",");
    if (is_json) put("\"");
    if (segment && segment->object[0]) {
      put_name(segment->object);
      put("+");
    }
    put("0x");
    put_hexadecimal(frames[i] - (segment ? segment->base : 0));
    if (is_json) put("\"");
  }
  if (is_json) put("]");
}

static const char *name_of(int number) {
  for (size_t i = 0; i < crash_count; i++) {
    if (crashes[i].number == number) return crashes[i].name;
  }
  return "?";
}

// Whether a crash follows an allocation that failed: the code that cannot go on without memory ends itself, with errno as the
// allocation left it. Only a process with a limit of its memory has such failures.
static bool is_out_of_memory(int error) {
  struct rlimit limit;
  return error == ENOMEM && getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static void compose(int number, int error, const siginfo_t *info, const ucontext_t *context) {
  uintptr_t code, frame, stack, frames[most_frames];
  registers(context, &code, &frame, &stack);
  put(is_json ? "{\"time\":\"" : "");
  put_time();
  put(is_json ? "\",\"level\":\"critical\",\"message\":\"The process crashed\"" : " critical The process crashed");
  put_field("signal", name_of(number));
  // A fault next to the stack's end is a stack that is full: endless recursion.
  const uintptr_t address = (uintptr_t)info->si_addr, reach = 64 << 10;
  if (number == SIGSEGV && info->si_code > 0 && address + reach > stack && address < stack + reach) {
    put_field("reason", "stack-overflow");
  } else if (is_out_of_memory(error)) {
    put_field("reason", "out-of-memory");
  }
  put_invocation();
  char thread[16] = "";
  prctl(PR_GET_NAME, thread, 0, 0, 0);
  put_field("thread", thread);
  if (build_id_size > 0) {
    begin_field("build_id");
    put_bytes(build_id, build_id_size);
    end_field();
  }
  put_frames(frames, find_frames(code, frame, frames));
  if (is_json) line[length++] = '}';
  line[length++] = '\n';
}

// MARK: The handler

static void on_crash(int number, siginfo_t *info, void *context) {
  static atomic_flag is_reported = ATOMIC_FLAG_INIT;
  const int error = errno;
  // One report: the thread that writes it ends the process.
  if (atomic_flag_test_and_set(&is_reported)) {
    for (;;) pause();
  }
  if (has_guard) {
    const struct itimerspec time = {.it_value = {.tv_sec = most_seconds}};
    timer_settime(guard, 0, &time, NULL);
  }
  compose(number, error, info, context);
  struct pollfd ready = {.fd = output, .events = POLLOUT};
  // A reader that stands still gets no line, and the process ends nevertheless.
  if (poll(&ready, 1, patience) > 0 && write(output, line, length) < 0) length = 0;
  signal(number, SIG_DFL);
  // The signal is blocked within its handler. It is delivered when the handler returns.
  raise(number);
}

void cprocess_report_crashes(int descriptor, bool as_json, bool replaces, cprocess_find_invocation find) {
  static atomic_flag is_started = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_started)) return;
  output = descriptor;
  is_json = as_json;
  find_invocation = find;
  bool is_later = false;
  dl_iterate_phdr(note_object, &is_later);
  // The first call loads libgcc, which allocates; and what `find` sets up when it is first called.
  void *frame;
  backtrace(&frame, 1);
  struct cprocess_invocation none;
  find(&none);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
  has_guard = timer_create(CLOCK_MONOTONIC, &event, &guard) == 0;
  cprocess_use_signal_stack();
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  // A fault within the handler ends the process at once.
  for (size_t i = 0; i < crash_count; i++) sigaddset(&action.sa_mask, crashes[i].number);
  for (size_t i = 0; i < crash_count; i++) {
    struct sigaction present;
    const bool is_taken = sigaction(crashes[i].number, NULL, &present) == 0 && present.sa_handler != SIG_DFL;
    if (replaces || !is_taken) sigaction(crashes[i].number, &action, NULL);
  }
}

// MARK: The handler's stack

static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;

static void give_back(void *stack) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, stack_size);
}

static void make_key(void) { pthread_key_create(&stack_key, give_back); }

void cprocess_use_signal_stack(void) {
  pthread_once(&stack_once, make_key);
  if (pthread_getspecific(stack_key)) return;
  void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  const stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
  if (sigaltstack(&stack, NULL) < 0 || pthread_setspecific(stack_key, memory) != 0) give_back(memory);
}
